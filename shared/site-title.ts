/** The title of the home page, and of a page whose own title is not known. */
export const SITE_TITLE = 'Latchkey: direct contact to investors'
