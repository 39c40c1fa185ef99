import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { removeUnstorable } from '#shared/projects/fields.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { useOwnWords } from '#web/features/contacts/own-words.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { localValue } from '#web/features/projects/editor/conflict-versions.ts'
import type { OwnDraft } from '#web/features/projects/editor/draft-queries.ts'
import { useOwnDraft } from '#web/features/projects/editor/draft-queries.ts'
import { saveDraft } from '#web/features/projects/editor/mutations.ts'
import { SharePage } from '#web/features/share/share-page.tsx'
import { useShared } from '#web/features/share/use-shared.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { toast } from '#web/ui/toast.ts'

export const Route = createFileRoute('/share')({ component: Share })

/** Opened by the system's share sheet, or by a contact card. The content is sent only where the user places it. */
function Share() {
  const user = useUser()
  const contacts = useCards()
  const own = useOwnWords()
  const draft = useOwnDraft()
  const db = usePrivateDb()
  const navigate = Route.useNavigate()
  const { words, file, cards, loss, isKept, change, discard, takeFiles, forget } = useShared()
  const isSeveral = cards.length > 1
  // User content must not stay in the address. It is safe there until the device has stored it. A user who has left since, while
  // the next page is loading, is not brought back.
  useEffect(() => {
    const { pathname, search } = window.location
    if (isKept && pathname === '/share' && search !== '') void navigate({ to: '/share', search: {}, replace: true })
  }, [isKept, navigate])

  const emails = new Set(cards.flatMap((card) => card.emails))
  const suggested = contacts?.find(({ email }) => email && emails.has(email.toLowerCase()))
  const place = async (title: string) => {
    // Several cards are not part of the text.
    await forget(isSeveral ? { words: '', cards: file } : undefined)
    toast({ title, description: 'Saved on this device' })
  }
  const note = async (id: VcId, name: string) => {
    const text = [own?.notes.get(id)?.text, words].filter(Boolean).join('\n\n')
    if (text.length > MAX_NOTE_LENGTH) throw new Error('The note of this contact is full.')
    await writeNote({ contactId: id, text }, own?.notes.get(id)?.text ?? '')
    await place(`Added to your note on ${name}`)
    await navigate({ to: '/contacts/$id', params: { id } })
  }
  const toPerson = async () => {
    if (!db) return
    const { personFromShare, prefillPerson } = await loadChunk(() => import('#web/features/contacts/people/prefill-person.ts'))
    const isCardAlone = words === cards.map((card) => card.words).join('\n\n')
    await prefillPerson(db, personFromShare(isCardAlone ? '' : words, isSeveral ? '' : file))
    await forget(isSeveral ? { words: '', cards: file } : undefined)
    await navigate({ to: '/contacts/new' })
  }
  const toDraft = async () => {
    if (!draft) return
    await addToDraft(draft, words)
    await place('Added to your project')
    await navigate({ to: '/project-setup' })
  }
  return (
    <SharePage
      words={words}
      onWords={change}
      people={own ? (contacts ?? []) : []}
      suggestedId={suggested?.id}
      onNote={({ id, name }) => note(id as VcId, name)}
      onPerson={toPerson}
      onDraft={user?.userType === 'founder' && draft ? toDraft : undefined}
      onDiscard={discard}
      onFiles={(files) => void takeFiles(files)}
      cardNames={isSeveral ? cards.map(({ name, words }) => name || (words.split('\n', 1)[0] ?? '')) : []}
      onCards={() => void navigate({ to: '/contacts/new', search: { from: 'share' } as never })}
      loss={loss}
    />
  )
}

/** Appends text to the description of the user's own project; resolves once it is stored on this device. */
async function addToDraft({ own, clientId }: Pick<OwnDraft, 'own' | 'clientId'>, addition: string): Promise<void> {
  const before = localValue(own, 'description', clientId)
  const text = removeUnstorable([before, addition].filter(Boolean).join('\n\n'))
  await saveDraft({ changes: { description: text }, settles: {} }, { description: [fingerprint(before)] })
}
