import { useLiveQuery } from 'dexie-react-hooks'
import type { UserType } from '#shared/accounts/user-type.ts'
import { type ApplicationDraft, readDraft } from '#shared/applications/draft.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { isSubmitRequested } from './submit-request.ts'

/** What the sign-up needs to know about a visitor who has written an application. */
export type Applicant = { userType: UserType; firstName: string; lastName: string; email: string }

/** The visitor who pressed Submit in this tab; `null` without one, `undefined` until the draft is read. */
export function useApplicant(): Applicant | null | undefined {
  const db = usePrivateDb()
  const isRequested = isSubmitRequested()
  const draft = useLiveQuery(async () => db && ((await db.drafts.get('application')) ?? null), [db])
  if (!isRequested) return null
  return draft === undefined ? undefined : draft && applicantOf(readDraft(draft.values))
}

/** The last word of the name is the last name. */
export function applicantOf({ partnerName, email, isVentureCapital, isAngel }: ApplicationDraft): Applicant {
  const words = partnerName.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { userType: isAngel && !isVentureCapital ? 'angel' : 'vc', firstName: words.join(' '), lastName, email: email.trim() }
}
