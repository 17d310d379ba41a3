const myLocalStorage = 1, localStorageKey = "k", $localStorage = 2;
use(myLocalStorage, localStorageKey, $localStorage, documents.cookie, xdocument.cookie);
