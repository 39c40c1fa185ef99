import { REVIEW_TIME } from '#shared/admin/sla.ts'
import type { RequestKind } from '#shared/profile-requests/contract.ts'

type Props = { request: RequestKind; next: 'mail' | 'team'; email: string }

/** The next steps, so that the user can see that the request was accepted. */
export function WhatHappensNext({ request, next, email }: Props) {
  return (
    <ol className="grid list-decimal gap-3 pl-5 text-base text-ink marker:text-soft">
      {(next === 'mail' ? mailed : decided)[request].map((line) => (
        <li key={line} className="pl-1">
          {line.replace('{email}', email)}
        </li>
      ))}
    </ol>
  )
}

const mailed: Record<RequestKind, string[]> = {
  claim: [
    'We emailed the address on file for this profile. We don’t show it here.',
    'Open the link in that email and sign in with the account that should own the profile. It works once, for 7 days.',
    `Our team reviews it within ${REVIEW_TIME}. Until then nothing changes.`,
  ],
  remove: [
    'We emailed the address on file for this profile. We don’t show it here.',
    'The link in that email removes the profile immediately. It works once, for 7 days.',
    'Founders lose access to the contact. Purchases of the last week are refunded.',
  ],
}

const decided: Record<RequestKind, string[]> = {
  claim: [
    `Our team reviews it within ${REVIEW_TIME}.`,
    'We reply to {email}. If we can verify you, the email contains a link.',
    'Sign in with the link to edit the profile.',
  ],
  remove: [
    `Our team reviews it within ${REVIEW_TIME}.`,
    'We reply to {email}.',
    'The profile is then removed from the directory and all devices. Imports won’t add it again.',
  ],
}
