/** The light build has the whole build's types; its package names none for it. */
declare module 'hls.js/light' {
  import Hls from 'hls.js';

  export { ErrorDetails, ErrorTypes, Events } from 'hls.js';
  export default Hls;
}
