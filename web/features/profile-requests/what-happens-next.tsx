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
    'We have written to the address in our record of this profile. We do not show it here.',
    'Open the link in that letter and sign in with the account that the profile should belong to. It works once, for 7 days.',
    'Our team looks at it within 1-2 business days. Until then the profile stays as it is.',
  ],
  remove: [
    'We have written to the address in our record of this profile. We do not show it here.',
    'The link in that letter removes the profile at once. It works once, for 7 days.',
    'Contacts that founders bought are taken back, and who bought in the last week is paid back.',
  ],
}

const decided: Record<RequestKind, string[]> = {
  claim: [
    'A person of our team looks at it within 1-2 business days.',
    'We answer to {email}. If we believe you, that letter carries a link.',
    'Sign in with it, and the profile is yours to edit.',
  ],
  remove: [
    'A person of our team looks at it within 1-2 business days.',
    'We answer to {email}.',
    'Once removed, the profile is gone here and from every device, and no import brings it back.',
  ],
}
