/** The results that a bench page passes to the runner: milliseconds since the navigation began, by name. */
declare global {
  interface Window {
    marks: Record<string, number>
  }
}

window.marks = {}

/** Records an instant. */
export function mark(name: string) {
  window.marks[name] ??= performance.now()
}

/** Records the instant at which the current document has been painted. */
export function markPainted(name: string) {
  requestAnimationFrame(() => {
    const channel = new MessageChannel()
    // A task queued within a frame runs after that frame was painted.
    channel.port1.onmessage = () => mark(name)
    channel.port2.postMessage(null)
  })
}
