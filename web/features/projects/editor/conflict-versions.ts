import type { ProjectField, ProjectValues } from '#shared/projects/fields.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import type { Author, Value } from '#shared/sync/three-way-merge.ts'
import { HERE } from './mutations.ts'

/** One of several texts of a field. */
export type Version = Author & { value: Value; isHere: boolean }

const isHere = ({ by }: Author, clientId: string | undefined) => by === HERE || (by !== null && by === clientId)

/**
 * The conflicting texts of a field, first the one that this device continues to edit: its own, while another device's is stored
 * in the draft. Empty for a field with a single text, which is no conflict.
 */
export function versionsOf(own: OwnProject, field: ProjectField, clientId: string | undefined): Version[] {
  const clashes = own.clashes.filter((clash) => clash.field === field)
  if (clashes.length === 0) return []
  const storedVersion = { value: own.values[field], ...(own.writers[field] ?? { by: null, at: '' }) }
  const versions = [storedVersion, ...clashes].map((text) => ({
    value: text.value,
    by: text.by,
    at: text.at,
    isHere: isHere(text, clientId),
  }))
  const ownIndex = versions.findLastIndex((version) => version.isHere)
  const first = versions[Math.max(ownIndex, 0)]
  return first ? [first, ...versions.filter((version) => version !== first)] : versions
}

/** The value that the field shows on this device: text is never replaced while the user edits it. */
export const localValue = <Field extends ProjectField>(own: OwnProject, field: Field, clientId: string | undefined) =>
  (versionsOf(own, field, clientId)[0]?.value ?? own.values[field]) as ProjectValues[Field]
