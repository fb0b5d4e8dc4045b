/** The width of the live video as a value of `<img sizes>`. On wide screens the chat is beside the video. */
export const POSTER_SIZES = '(max-width: 900px) 100vw, 70vw';
