/** The width of the live video, as in `<img sizes>`: on wider screens the chat is beside it. */
export const POSTER_SIZES = '(max-width: 900px) 100vw, 70vw';
