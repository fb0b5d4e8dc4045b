/** The oldest browsers that the sites are built for. */
export const BROWSERS = ['chrome109', 'edge109', 'safari15'];
