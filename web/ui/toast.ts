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
  for (const listener of listeners) listener()
}
