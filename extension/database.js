/**
 * The extension's own database in this browser: bodies on their way to a report tab, and the history of checks. Nothing else
 * holds so much: the storage area of extensions ends at a few megabytes.
 */

const NAME = "crawl-cutoff";
const VERSION = 1;

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("handovers", { keyPath: "id" });
    request.result.createObjectStore("checks", { keyPath: "id", autoIncrement: true }).createIndex("url", "url");
  };
  return answer(request);
}

/**
 * Works on one store, in one transaction.
 *
 * @template T
 * @param {"handovers" | "checks"} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => Promise<T>} work may await nothing but requests of the store
 * @returns {Promise<T>} once it is written
 */
export async function inStore(name, mode, work) {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(name, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await work(transaction.objectStore(name));
    await done;
    return result;
  } finally {
    database.close();
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
