type PostTask = (task: () => void, options: { priority: 'background' }) => Promise<void>

/**
 * Yields to the main thread, so that the browser can paint, handle input and store data. In browsers with task priorities, the
 * work continues with the lowest priority.
 */
export function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { postTask: PostTask } }
  if (scheduler) return scheduler.postTask(() => undefined, { priority: 'background' })
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      channel.port1.close()
      resolve()
    }
    channel.port2.postMessage(undefined)
  })
}
