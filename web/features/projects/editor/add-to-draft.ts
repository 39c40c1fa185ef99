import { storable } from '#shared/projects/fields.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { localValue } from './conflict-versions.ts'
import type { OwnDraft } from './draft-queries.ts'
import { saveDraft } from './mutations.ts'

/** Appends text to the description of the user's own project; resolves once it is stored on this device. */
export async function addToDraft({ own, clientId }: Pick<OwnDraft, 'own' | 'clientId'>, addition: string): Promise<void> {
  const before = localValue(own, 'description', clientId)
  const text = storable([before, addition].filter(Boolean).join('\n\n'))
  await saveDraft({ changes: { description: text }, settles: {} }, { description: [fingerprint(before)] })
}
