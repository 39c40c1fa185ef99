import { expect, test } from 'vitest'
import { readDraft } from '#shared/applications/draft.ts'
import { applicantOf } from './applicant.ts'

test.each([
  ['Mary Lantern', {}, { firstName: 'Mary', lastName: 'Lantern', userType: 'vc' }],
  [
    ' Mary  Ann Lantern ',
    { isVentureCapital: true, isAngel: true },
    { firstName: 'Mary Ann', lastName: 'Lantern', userType: 'vc' },
  ],
  ['Mary', { isAngel: true }, { firstName: 'Mary', lastName: '', userType: 'angel' }],
])('the sign-up of the applicant %j, %j', (partnerName, kind, expected) => {
  const draft = readDraft({ partnerName, email: ' mary@lantern.example ', ...kind })
  expect(applicantOf(draft)).toEqual({ ...expected, email: 'mary@lantern.example' })
})
