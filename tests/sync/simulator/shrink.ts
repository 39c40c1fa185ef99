import type { Script } from './steps.ts'

/**
 * The fewest steps of a script that still fail: one step after the other is left out, until none can be.
 *
 * @param breaks  runs the history with these steps alone, and resolves to whether it fails
 * @returns the remaining steps, by their positions in the whole script
 */
export async function shrink(script: Script, breaks: (script: Script) => Promise<boolean>): Promise<number[]> {
  let left = [...script.steps.keys()]
  for (let hasShrunk = true; hasShrunk; ) {
    hasShrunk = false
    for (const step of left.toReversed()) {
      const fewer = left.filter((each) => each !== step)
      if (!(await breaks(withSteps(script, fewer)))) continue
      left = fewer
      hasShrunk = true
    }
  }
  return left
}

/** A script with only some of its steps, each at its original time. */
export function withSteps(script: Script, places: number[]): Script {
  let skipped = 0
  const steps = script.steps.flatMap((step, place) => {
    const gap = step.gap + skipped
    skipped = places.includes(place) ? 0 : gap
    return places.includes(place) ? [{ ...step, gap }] : []
  })
  return { ...script, steps }
}
