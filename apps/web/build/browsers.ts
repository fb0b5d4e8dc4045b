/** The oldest browsers that the site is built for. */
export const BROWSERS = ['chrome109', 'edge109', 'safari15'];
