import { useEffect } from 'react'
import * as v from 'valibot'
import { type Switch, SwitchedOff } from '#shared/switches/contract.ts'
import { refreshConfig, useConfig } from './config.ts'

/** While pages of this load use it, the configuration is at most this old. */
const MAX_AGE_MS = 60_000

/** The app reads the configuration when it starts. */
let askedAt = performance.timeOrigin

/**
 * The text about a feature that an owner has switched off, also offline; `undefined` while the feature is on. The server decides:
 * a screen that shows the text keeps its form and its button, because what was begun before can be completed.
 */
export function useSwitchedOff(feature: Switch): string | undefined {
  const read = v.safeParse(SwitchedOff, useConfig()?.off)
  useEffect(() => {
    if (Date.now() - askedAt < MAX_AGE_MS) return
    askedAt = Date.now()
    // Offline, the last stored configuration is used.
    refreshConfig().catch(() => undefined)
  }, [])
  return read.success ? read.output[feature] : undefined
}
