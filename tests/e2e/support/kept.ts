/** Everything that the browser stores for this origin, as one text. Runs in the page. */
export async function readEverythingKept(): Promise<string> {
  const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.documentElement.outerHTML]
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
  }
  const result = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((done, fail) => {
      request.onsuccess = () => done(request.result)
      request.onerror = () => fail(request.error)
    })
  for (const { name } of await indexedDB.databases()) {
    if (!name) continue
    const database = await result(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      texts.push(JSON.stringify(await result(database.transaction(store).objectStore(store).getAll())))
    }
    database.close()
  }
  return texts.join('\n')
}
