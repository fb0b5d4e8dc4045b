/** The light build of hls.js has the types of the full build, but the package declares no types for it. */
declare module 'hls.js/light' {
  import Hls from 'hls.js';

  export { ErrorDetails, ErrorTypes, Events } from 'hls.js';
  export default Hls;
}
