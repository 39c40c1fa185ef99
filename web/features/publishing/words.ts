/** Said once somebody's payment has made their project public, whichever way they paid. */
export const PUBLISHED = { title: 'Project Published!', description: 'Your project is now live on the Scout marketplace!' }
