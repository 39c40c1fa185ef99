import type { UserType } from '#shared/accounts/user-type.ts'

/** Where somebody goes on to who has just signed in, unless they were on their way somewhere. */
export const afterLogin = (next: string | undefined): string => next ?? '/'

/**
 * What each begins with. The forms for a founder's project and an investor's
 * application come with their own pages; the directory is where both begin until then.
 */
export const firstStep = (_userType: UserType): string => '/vcs'

/** The same for somebody who has just registered. */
export const afterRegistration = (next: string | undefined, userType: UserType): string => next ?? firstStep(userType)
