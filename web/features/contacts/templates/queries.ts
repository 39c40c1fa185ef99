import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { fullName } from '#shared/accounts/full-name.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { OWN } from '#shared/projects/own.ts'
import type { MailTemplate } from '#shared/templates/contract.ts'
import { fillTemplate, templateValues } from '#shared/templates/fill.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** The user's templates, the oldest first: it is the text of a first mail unless another one is chosen. */
export function useTemplates(): MailTemplate[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => (await db?.templates.toArray())?.sort((a, b) => (a.id < b.id ? -1 : 1)), [db])
}

/** Fills a template in for one contact; `undefined` until IndexedDB has answered. */
export function useFill(contact: ContactCard): ((text: string) => string) | undefined {
  const db = usePrivateDb()
  const own = useLiveQuery(async () => {
    const [project, account] = db ? await Promise.all([db.ownProject.get(OWN), db.account.toCollection().first()]) : []
    return { project: project?.values ?? null, me: (account && fullName(account.user)) ?? '' }
  }, [db])
  return useMemo(() => {
    if (!own) return undefined
    const values = templateValues({ contact, ...own })
    return (text) => fillTemplate(text, values)
  }, [own, contact])
}

/** The first template, filled in for a contact; empty without one. */
export function useDefaultText(contact: ContactCard): string {
  const first = useTemplates()?.find(({ text }) => text.trim() !== '')
  const fill = useFill(contact)
  return first && fill ? fill(first.text) : ''
}
