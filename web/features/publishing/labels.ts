/** Toast after a payment has published a project, for both ways of payment. */
export const PUBLISHED = { title: 'Project Published!', description: 'Your project is now live on the Scout marketplace!' }
