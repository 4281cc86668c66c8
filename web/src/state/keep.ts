// What this browser keeps: small settings in localStorage, pictures of drafts in IndexedDB. Where a browser keeps
// nothing (a private window), everything works until the page is closed.
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`fovea.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string | null): void {
  try {
    if (value === null || value === "") localStorage.removeItem(`fovea.${name}`);
    else localStorage.setItem(`fovea.${name}`, value);
  } catch {
    // nothing is kept then
  }
}

const STORE = "drafts";
let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("fovea", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("no database"));
  });
  return opened;
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const store = (await database()).transaction(STORE, mode).objectStore(STORE);
    return await new Promise((resolve, reject) => {
      const asked = act(store);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error ?? new Error("not kept"));
    });
  } catch {
    return undefined;
  }
}

export const recallFiles = <T>(key: string) => inStore<T>("readonly", (store) => store.get(key) as IDBRequest<T>);
export const rememberFiles = (key: string, value: unknown) =>
  inStore("readwrite", (store) => store.put(value, key) as IDBRequest<unknown>);
export const forgetFiles = (key: string) => inStore("readwrite", (store) => store.delete(key));
