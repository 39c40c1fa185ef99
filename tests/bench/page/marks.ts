/** What a bench page tells the runner: milliseconds since the navigation began, by name. */
declare global {
  interface Window {
    marks: Record<string, number>
  }
}

window.marks = {}

/** Notes an instant. */
export function mark(name: string) {
  window.marks[name] ??= performance.now()
}

/** Notes the instant at which what is in the document now has been painted. */
export function markPainted(name: string) {
  requestAnimationFrame(() => {
    const channel = new MessageChannel()
    // A task queued within a frame runs after that frame was painted.
    channel.port1.onmessage = () => mark(name)
    channel.port2.postMessage(null)
  })
}
