const WIDTH_MAX = 641;
const HEIGHT_MAX = 1000;

/** Whether this is a phone: by its size or by what the browser calls itself (specification, section 9). */
export const isMobile = (
  { innerWidth, innerHeight }: Pick<Window, 'innerWidth' | 'innerHeight'> = window,
  userAgent: string = navigator.userAgent,
): boolean =>
  (innerWidth <= WIDTH_MAX && innerHeight <= HEIGHT_MAX) ||
  /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent);
