export type Toast = {
  title: string
  description?: string
  variant?: 'plain' | 'destructive'
  /** A button in the toast, which closes it. */
  action?: { label: string; onAct: () => void }
}
export type ShownToast = Toast & { id: number }

let shown: ShownToast | undefined
let lastId = 0
let drawnId = 0
const listeners = new Set<() => void>()

/** Shows a message for 5 seconds. There is one toast at a time: a newer one replaces the older one. */
export function toast(message: Toast) {
  lastId += 1
  show({ ...message, id: lastId })
}

export function dismissToast(id: number) {
  // The toast that closes may already have been replaced; the newer one stays.
  if (shown?.id === id) show(undefined)
}

/** Reports that the container shows this toast. */
export function markDrawn(id: number) {
  drawnId = id
  notify()
}

/** Resolves when this toast is on the page, or is replaced or dismissed before. Its container may take seconds to load. */
export const untilDrawn = (id: number) =>
  new Promise<void>((done) => {
    const stop = currentToast.subscribe(look)
    function look() {
      if (shown?.id === id && drawnId !== id) return
      stop()
      done()
    }
    look()
  })

/** The toast on screen; for `useSyncExternalStore`. */
export const currentToast = {
  get: () => shown,
  hasBeen: () => lastId > 0,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function show(next: ShownToast | undefined) {
  shown = next
  notify()
}

function notify() {
  for (const listener of listeners) listener()
}
