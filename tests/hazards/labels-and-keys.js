localStorage: for (;;) { break localStorage; }
switch (kind) { case "indexedDB": break; }
