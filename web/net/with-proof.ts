/** Runs an action that needs a recent proof of identity. `undefined` when the user did not give one. */
export type WithProof = <Output>(action: () => Promise<Output>) => Promise<Output | undefined>
