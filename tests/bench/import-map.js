import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";

/**
 * An import map that lets a browser load packages from `node_modules` as Node resolves them, each with its own versions of
 * its dependencies. Addresses are paths below `root`.
 *
 * @param {string} root folder of the package that imports them
 * @param {readonly string[]} names packages
 * @returns {{ imports: Record<string, string>, scopes: Record<string, Record<string, string>> }}
 */
export function importMap(root, names) {
  /** @type {Record<string, Record<string, string>>} */
  const scopes = {};
  /** @param {string} path */
  const address = (path) => `/${relative(root, path).split(sep).join("/")}`;
  /**
   * @param {readonly string[]} imported
   * @param {string} importer folder
   */
  const resolve = (imported, importer) => {
    /** @type {Record<string, string>} */
    const addresses = {};
    for (const name of imported) {
      const manifestFile = findManifest(name, importer);
      const folder = dirname(manifestFile);
      const { exports, dependencies = {} } = JSON.parse(readFileSync(manifestFile, "utf8"));
      for (const [subpath, { default: file }] of Object.entries(exports)) addresses[posix.join(name, subpath)] = address(join(folder, file));
      scopes[`${address(folder)}/`] ??= resolve(Object.keys(dependencies), folder);
    }
    return addresses;
  };
  return { imports: resolve(names, root), scopes };
}

/**
 * @param {string} name
 * @param {string} importer folder
 */
function findManifest(name, importer) {
  const folders = createRequire(join(importer, "package.json")).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name, "package.json")).find(existsSync);
  if (!found) throw new Error(`The package ${name} is not installed`);
  return found;
}
