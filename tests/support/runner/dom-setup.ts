import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, vi } from 'vitest'
import { DEADLINE_MS } from '#tests/support/until.ts'

/**
 * Runs before each file of the `unit-dom` tier. The files of one thread share its window and the modules from npm: importing
 * React for each of 80 files took two thirds of their processor time. Everything else starts empty, so that no file depends on
 * the files before it.
 */
vi.useRealTimers()
vi.unstubAllGlobals()
// The product's modules keep state: each file evaluates them again.
vi.resetModules()

globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB
// After a `pageshow` that a test sends, Dexie would report each change to this window a second time.
Dexie.disableBfCache = true
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.body.replaceChildren()
for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)

// On a busy machine the default timeout of `findBy…`, one second, is too short.
configure({ asyncUtilTimeout: DEADLINE_MS })

afterAll(cleanup)
