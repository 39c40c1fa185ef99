type PostTask = (task: () => void, options: { priority: 'background' }) => Promise<void>

/**
 * Lets the browser paint, take input and store what arrives before the work goes
 * on: where tasks have priorities, what comes next is the least urgent of all.
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
