import { afterAll } from 'vitest'

type Hash = typeof Bun.password.hash

// Stored outside of the module, which a file may evaluate again while the cheap one is in place.
const kept = globalThis as { realPasswordHash?: Hash }
kept.realPasswordHash ??= Bun.password.hash
const real = kept.realPasswordHash

const CHEAPEST = { memoryCost: 8, timeCost: 1 }

/**
 * Setup of the tiers with a server: argon2id at its lowest cost. Tests hash a thousand passwords, at 25 ms of processor time
 * each. A hash contains its parameters, so the server verifies it as any other. Nothing in the product can switch this on.
 */
Bun.password.hash = (password, options) =>
  real(password, typeof options === 'object' && options.algorithm !== 'bcrypt' ? { ...options, ...CHEAPEST } : options)

afterAll(() => {
  Bun.password.hash = real
})
