import { act } from '@testing-library/react'

/**
 * Resolves once everything that waited only for promises has happened and is rendered. For what must not follow a reply: there is
 * no later event to wait for.
 */
export const promisesSettled = () => act(() => new Promise<void>((settled) => setImmediate(settled)))
