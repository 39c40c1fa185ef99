import { useState } from 'react'
import { STAGES } from '#shared/catalogues.ts'
import type { FitProject } from '#shared/directory/fit.ts'
import { ECOSYSTEMS, PROJECT_STAGES, VERTICALS } from '#shared/projects/catalogues.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useLocations } from '#web/features/directory/filters/use-facets.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { describeProject, NO_PROJECT } from './fit-project.ts'
import { amountLabel } from './labels.ts'

/** Each is in one range of `fit.ts`. */
const AMOUNTS = [250_000, 1_500_000, 6_000_000, 20_000_000, 50_000_000]

/** The project of a user who has none here: choices only, stored with each of them. */
export default function DescribeDialog({ described, onClose }: { described: FitProject; onClose: () => void }) {
  const db = usePrivateDb()
  const places = useLocations()
  const [project, setProject] = useState(described)
  const [hasFailed, setFailed] = useState(false)

  const change = (part: Partial<FitProject>) => {
    const next = { ...project, ...part }
    setProject(next)
    if (!db) return setFailed(true)
    describeProject(db, next).then(
      () => setFailed(false),
      () => setFailed(true),
    )
  }
  const choice = (label: string, field: Exclude<keyof FitProject, 'amountRaising'>, options: readonly string[]) => (
    <SelectField label={label} optional value={project[field]} onChange={(event) => change({ [field]: event.target.value })}>
      <option value="">Not chosen</option>
      {(options.includes(project[field]) || !project[field] ? options : [project[field], ...options]).map((option) => (
        <option key={option}>{option}</option>
      ))}
    </SelectField>
  )
  return (
    <Dialog title="Describe my project" isOpen onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <p className="text-sm text-soft sm:col-span-2">
          Stored on this device only, for the order of the list. Nothing about your project is sent.
        </p>
        {choice('Round', 'roundType', STAGES)}
        <SelectField
          label="Raising"
          optional
          value={String(project.amountRaising ?? '')}
          onChange={({ target: { value } }) => change({ amountRaising: value === '' ? null : Number(value) })}
        >
          <option value="">Not chosen</option>
          {AMOUNTS.map((amount, at) => (
            <option key={amount} value={amount}>
              {at === AMOUNTS.length - 1 ? `More than ${amountLabel(AMOUNTS[at - 1] ?? 0)}` : `Up to ${amountLabel(amount)}`}
            </option>
          ))}
        </SelectField>
        {choice('Stage', 'projectStage', PROJECT_STAGES)}
        {choice('Sector', 'vertical', VERTICALS.filter(isNamed))}
        {choice('Ecosystem', 'ecosystem', ECOSYSTEMS.filter(isNamed))}
        {choice('Location', 'location', places)}
        {hasFailed && (
          <div className="sm:col-span-2">
            <Notice tone="red" title="Not stored">
              This device could not store your choices. They apply once they are stored.
            </Notice>
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
          <Button variant="quiet" onClick={() => change(NO_PROJECT)}>
            Clear
          </Button>
          <Button onClick={onClose}>Show best fit</Button>
        </div>
      </div>
    </Dialog>
  )
}

const isNamed = (option: string) => option !== 'Other' && option !== 'Multi-chain'
