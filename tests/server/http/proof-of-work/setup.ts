import { expect } from 'vitest'
import { openKeyring } from '#server/crypto/keyring.ts'
import { createProofs } from '#server/http/limits/proof/proofs.ts'
import { type Bucket, createLimit } from '#server/http/limits/rate-limit.ts'
import { PROOF_HEADER, READY } from '#shared/proof-of-work/header.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Reply } from '#tests/support/client.ts'
import { solveProof } from '#web/net/tab/solve-proof.ts'

export type Refused = { code?: string; challenge?: unknown; success?: boolean }

export const SIGNUP = '/api/newsletter-signup'
export const ADDRESS = '10.0.0.1'

/** Behind a proxy that reports the client address of each request. */
export const LIMITED = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' }

/** Counts up to the size of a bucket, as requests without a proof do. */
export async function fill({ database: { db } }: TestApp, bucket: Bucket, key: string, amount: number) {
  await createLimit({ db, scale: 1, keys: await openKeyring(db) })(bucket, key, amount)
}

/** Counts beyond the size, as requests with a proof do. */
export async function fillProven({ database: { db } }: TestApp, bucket: Bucket, key: string, amount: number) {
  const keys = await openKeyring(db)
  const proofs = { ...createProofs({ keys }), isSolved: async () => true }
  await createLimit({ db, scale: 1, keys, proofs })(bucket, key, amount, { header: '', call: '', address: key })
}

/** The headers of an app from an address; without a proof, of an app of the last release. */
export const from = (address: string, proof?: string) => ({
  headers: { 'x-forwarded-for': address, ...(proof !== undefined && { [PROOF_HEADER]: proof }) },
})

let readers = 0
/** Signs a new reader up. */
export function signUp(app: Pick<TestApp, 'visitor'>, proof?: string, address = ADDRESS): Promise<Reply<Refused>> {
  readers += 1
  return app.visitor().post(SIGNUP, { email: `reader-${readers}@example.com` }, from(address, proof))
}

/** The value of the header for the challenge of a refusal. */
export async function solve({ status, body }: Reply<Refused>): Promise<string> {
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'limits.proof-needed' })
  const solved = await solveProof(body.challenge)
  if (!solved) throw new Error('The challenge was not solved')
  return solved
}

export const challengeFor = (app: TestApp, address = ADDRESS) => signUp(app, READY, address)
