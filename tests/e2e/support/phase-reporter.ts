import { writeFileSync } from 'node:fs'
import type { FullResult, Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { ACCESSIBILITY_STEP } from './axe.ts'

export const PHASES = ['server', 'opening', 'accessibility', 'waiting', 'acting', 'own code'] as const
export type Phase = (typeof PHASES)[number]
/** Milliseconds per phase of each test file, by its name. */
export type PhaseReport = Record<string, Record<Phase, number>>

/** The phase that a step belongs to; undefined for a step that only groups others. */
export function phaseOf({ category, title }: Pick<TestStep, 'category' | 'title'>): Phase | undefined {
  if (title === ACCESSIBILITY_STEP) return 'accessibility'
  if (category === 'hook' && /^(?:beforeAll|afterAll)\b/.test(title)) return 'server'
  if (category === 'expect') return 'waiting'
  if (category !== 'pw:api') return undefined
  if (/^(?:Launch|Create|Close|Navigate|Reload|Go back|Go forward)\b/i.test(title)) return 'opening'
  return /^Wait\b/i.test(title) ? 'waiting' : 'acting'
}

/**
 * Writes how long each file spends in which phase, to `PHASE_REPORT`. A step counts where it is outermost: an
 * accessibility check counts as one step, not by the calls that it makes. Hooks before and after all tests start and end the
 * server; the rest of a test that belongs to no step is code of the test itself, such as reading mails or rows.
 */
export default class PhaseReporter implements Reporter {
  private readonly report: PhaseReport = {}

  onTestEnd(test: TestCase, result: TestResult) {
    const file = test.location.file.split('/').at(-1) ?? test.location.file
    const spent = this.report[file] ?? (Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>)
    this.report[file] = spent
    let accounted = 0
    const add = (steps: TestStep[]) => {
      for (const step of steps) {
        const phase = phaseOf(step)
        if (!phase) add(step.steps)
        else {
          spent[phase] += step.duration
          accounted += step.duration
        }
      }
    }
    add(result.steps)
    // Calls in parallel may sum up to more than the duration of the test.
    spent['own code'] += Math.max(0, result.duration - accounted)
  }

  onEnd(_: FullResult) {
    if (process.env.PHASE_REPORT) writeFileSync(process.env.PHASE_REPORT, JSON.stringify(this.report))
  }
}
