import { expect, test } from 'vitest'
import { PROOF_HEADER, READY } from '#shared/proof-of-work/header.ts'
import { createPushProof } from './push-proof.ts'

test('a solution is sent with one push', async () => {
  const proof = createPushProof(async (challenge) => `solved ${challenge}`)
  expect(proof.takeHeaders()).toEqual({ [PROOF_HEADER]: READY })
  await proof.onChallenge('a')
  expect(proof.takeHeaders()).toEqual({ [PROOF_HEADER]: 'solved a' })
  expect(proof.takeHeaders()).toEqual({ [PROOF_HEADER]: READY })
})

test('one challenge is solved at a time, and a failure leaves the entry waiting', async () => {
  const first = Promise.withResolvers<string | undefined>()
  const asked: unknown[] = []
  const proof = createPushProof((challenge) => {
    asked.push(challenge)
    return challenge === 'a' ? first.promise : Promise.reject(new Error('no crypto'))
  })
  const solving = proof.onChallenge('a')
  await proof.onChallenge('b')
  expect(asked).toEqual(['a'])
  first.resolve('solved')
  await solving
  expect(proof.takeHeaders()[PROOF_HEADER]).toBe('solved')
  await proof.onChallenge('c')
  expect(proof.takeHeaders()[PROOF_HEADER]).toBe(READY)
})
