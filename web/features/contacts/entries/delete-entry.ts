import type { ContactEntry } from '#shared/contacts/entry.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { deleteEntry } from './mutations.ts'

/** Deletes an entry and offers to undo it. */
export async function deleteWithUndo(entry: ContactEntry) {
  if (await put(entry, true)) toast({ title: 'Note deleted', action: { label: 'Undo', onAct: () => void restoreEntry(entry) } })
}

export const restoreEntry = (entry: ContactEntry) => put(entry, false)

/** @returns whether it is stored on this device; if not, the screen shows why */
async function put(entry: ContactEntry, isDeleted: boolean): Promise<boolean> {
  try {
    await deleteEntry(entry, isDeleted)
    return true
  } catch (error) {
    toast({ title: 'Couldn’t save on this device', description: storageSentence(error), variant: 'destructive' })
    return false
  }
}
