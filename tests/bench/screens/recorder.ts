// cspell:ignore longtask

/** What a page has recorded so far; instants are milliseconds since its navigation began. */
export type Recorded = {
  /** The first card was painted. */
  card?: number
  /** The list counts all investors. */
  searchable?: number
  /** The largest session window of layout shifts. @see https://web.dev/articles/cls */
  shift: number
  /** The longest task on the main thread, and the time beyond 50 ms of all of them. */
  longest: number
  blocked: number
  /** From a key to the painted list that it changed. */
  keys: number[]
}

declare global {
  interface Window {
    recorded: Recorded
  }
}

/**
 * Runs in the page, before any script of the page; it is serialised, so it refers to nothing outside.
 *
 * @param card  selects a card
 */
export function record(card: string) {
  const recorded: Recorded = { shift: 0, longest: 0, blocked: 0, keys: [] }
  window.recorded = recorded
  performance.setResourceTimingBufferSize(2000)

  let session = { from: 0, last: 0, sum: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue
      const isSame = entry.startTime - session.last < 1000 && entry.startTime - session.from < 5000
      if (!isSame) session = { from: entry.startTime, last: 0, sum: 0 }
      session.last = entry.startTime
      session.sum += entry.value
      recorded.shift = Math.max(recorded.shift, session.sum)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      recorded.longest = Math.max(recorded.longest, duration)
      recorded.blocked += duration - 50
    }
  }).observe({ type: 'longtask', buffered: true })

  /** A task that is queued within a frame runs after that frame was painted. */
  const afterPaint = (then: () => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = then
      channel.port2.postMessage(null)
    })

  let isCardFound = false
  let isCounted = false
  let pressedAt: number | undefined
  const look = () => {
    if (!isCardFound && document.querySelector(card)) {
      isCardFound = true
      afterPaint(() => {
        recorded.card = performance.now()
      })
    }
    if (!isCounted) {
      const texts = [...document.querySelectorAll('main [role=status]')].map(({ textContent }) => textContent ?? '')
      if (texts.some((text) => /^[\d,]+ investors? found$/.test(text))) {
        isCounted = true
        afterPaint(() => {
          recorded.searchable = performance.now()
        })
      }
    }
    if (pressedAt !== undefined) {
      const from = pressedAt
      pressedAt = undefined
      afterPaint(() => recorded.keys.push(performance.now() - from))
    }
  }
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp
    },
    { capture: true },
  )
  // The field of the search changes at once; the list follows it.
  const isOfList = ({ target }: MutationRecord) => target instanceof Element && !target.closest('form, label, [role=search]')
  new MutationObserver((changes) => {
    if (pressedAt === undefined || changes.some(isOfList)) look()
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
