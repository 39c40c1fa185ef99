import type { StageLabels } from '#shared/raise/labels.ts'
import type { RaiseStage } from './raise-rows.ts'

export const NOT_STARTED = 'Not started'

/** The name of a column. */
export const columnLabel = (stage: RaiseStage, labels: StageLabels): string => (stage === null ? NOT_STARTED : labels[stage])

/** The value of a column in an address and in a form: a missing stage has none. */
export const stageKey = (stage: RaiseStage) => stage ?? 'none'
