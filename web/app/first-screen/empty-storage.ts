/** A device that has stored nothing. Screens read hints of earlier visits while they render. */
globalThis.localStorage ??= {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
}
