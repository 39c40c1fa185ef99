/** The index that up, down, Home and End move to in a list of `length` lines; `undefined` for every other key. */
export function stepOf(key: string, at: number, length: number): number | undefined {
  const steps: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: length - 1 }
  const to = steps[key]
  return to === undefined ? undefined : Math.max(0, Math.min(length - 1, to))
}

/** Whether key presses are text input. */
export const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
