/** A place where a library wires in something that this site never uses, and what stands there instead. */
export interface Cut {
  /** What the site does without. */
  readonly what: string;
  readonly found: string;
  readonly put: string;
}

export interface Trimmed {
  readonly module: RegExp;
  readonly cuts: readonly Cut[];
  /** What it does as it is loaded is for itself alone: where nothing uses it, it goes. */
  readonly pure?: true;
  /** Its log goes too: it is silent unless a developer asks for it. */
  readonly silent?: true;
}

/**
 * The stream is fMP4, in the clear, at one address, without captions, and its player has no worker
 * (`features/player/engine/hls-engine.ts`). hls.js's own light build still brings the other kinds.
 */
const HLS: Trimmed = {
  module: /[\\/]hls\.js[\\/]dist[\\/]hls\.light\.mjs$/,
  silent: true,
  cuts: [
    {
      what: 'the demuxers of MPEG-TS, AAC and MP3, and the remuxer that makes fMP4 of them',
      found: `, {
  demux: TSDemuxer,
  remux: MP4Remuxer
}, {
  demux: AACDemuxer,
  remux: MP4Remuxer
}, {
  demux: MP3Demuxer,
  remux: MP4Remuxer
}]`,
      put: ']',
    },
    {
      what: 'the boxes which that remuxer has made before it is asked to',
      found: `MP4.FTYP = _MP.box(types.ftyp, majorBrand, minorVersion, majorBrand, avc1Brand);
MP4.DINF = _MP.box(types.dinf, _MP.box(types.dref, new Uint8Array([`,
      put: 'void ((new Uint8Array([',
    },
    {
      what: 'I-frame playlists of MPEG-TS',
      found:
        'chunkMeta.iframe && initSegmentData && TSDemuxer.probe(initSegmentData, this.logger) ? initSegmentData : uintData',
      put: 'uintData',
    },
    {
      what: 'decryption of initialisation segments',
      found: 'this.decrypter = new Decrypter(hls.config);',
      put: '',
    },
    {
      what: 'decryption of segments',
      found: 'this.decrypter = new Decrypter(this.config);',
      put: 'null;',
    },
    {
      what: 'the worker',
      found: "if (this.useWorker && typeof Worker !== 'undefined') {",
      put: 'if (false) {',
    },
    {
      what: 'fetch as a loader, which `progressive` alone takes',
      found: `if (config.progressive) {
      enableStreamingMode(config, logger);
    }`,
      put: '',
    },
    {
      what: "a cap on the quality by the picture's size, which is off by default",
      found: 'capLevelController: CapLevelController,',
      put: '',
    },
    {
      what: 'a cap on the quality by dropped frames, which is off by default',
      found: 'fpsController: FPSController,',
      put: '',
    },
    {
      what: 'timed metadata as cues of a text track',
      found: 'id3TrackController: ID3TrackController,',
      put: '',
    },
    {
      what: 'a choice between several delivery networks',
      found: 'contentSteeringController: ContentSteeringController ,',
      put: '',
    },
    {
      what: 'the loader of keys; who is asked for one all the same says so',
      found: 'const keyLoader = new KeyLoader(this.config, this.logger);',
      put: 'const keyLoader = { abort() {}, destroy() {}, loadClear: () => null };',
    },
    {
      what: 'keys in playlists',
      found: 'return new LevelKey(decryptmethod, resolvedUri,',
      put: `throw new Error("This build plays no encrypted streams");
  void (decryptmethod, resolvedUri,`,
    },
    {
      what: 'ranges of dates in playlists',
      found: `const dateRangeAttr = new AttrList(value1, level);
              const dateRange = new DateRange(`,
      put: `break;
              const dateRangeAttr = {}, dateRange = {}; void (`,
    },
    {
      what: 'ranges of dates of a playlist that has begun anew',
      found: 'mergeDateRanges(oldDetails.dateRanges, newDetails, logger)',
      put: '{}',
    },
    {
      what: 'ranges of dates put to their segments',
      found: 'level.dateRangeTagCount && firstFragment',
      put: 'false',
    },
    {
      what: 'ranges of dates put to the segments of a playlist that has gone on',
      found: `mapDateRanges(programDateTimes, newDetails);
    }
    newDetails`,
      put: `}
    newDetails`,
    },
    {
      what: 'timed metadata beside the pictures',
      found: "const emsgs = findBox(videoTrack.samples, ['emsg']);",
      put: 'const emsgs = null;',
    },
    {
      what: 'captions within the pictures, of samples in one length',
      found: `if (scanSei) {
            if (_size > 0) {`,
      put: `if (false) {
            if (_size > 0) {`,
    },
    {
      what: 'captions within the pictures',
      found: `if (scanSei) {
          let naluOffset`,
      put: `if (false) {
          let naluOffset`,
    },
    {
      what: 'captions within the pictures of segments without times of their own',
      found: 'if (isSEIMessage(isHEVCFlavor, videoData[sampleOffset])) {',
      put: 'if (false) {',
    },
    {
      what: 'its own way to put addresses together, which browsers have',
      found: 'var urlToolkitExports = requireUrlToolkit();',
      put: 'var urlToolkitExports = { buildAbsoluteURL: (base, url) => new URL(url, base).href };',
    },
  ],
};

/** One transport: `shared/session/sockets.ts` says so. */
const ENGINE_IO: Trimmed = {
  module: /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/,
  cuts: [
    { what: 'WebTransport', found: 'webtransport: WT,', put: '' },
    { what: 'long polling', found: 'polling: XHR,', put: '' },
  ],
};

const ENGINE_IO_TRANSPORTS: Trimmed = {
  module: /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]polling-xhr\.js$/,
  pure: true,
  cuts: [],
};

/** What is said over the sockets is text (`contract/sockets`). */
const SOCKET_IO_PARSER: Trimmed = {
  module: /[\\/]socket\.io-parser[\\/]build[\\/]esm[\\/]index\.js$/,
  cuts: [
    { what: 'bytes that are sent', found: 'if (hasBinary(obj)) {', put: 'if (false) {' },
    {
      what: 'bytes that are announced',
      found: 'this.reconstructor = new BinaryReconstructor(packet);',
      put: 'throw new Error("This build takes no bytes");',
    },
    {
      what: 'bytes that come',
      found: 'else if (isBinary(obj) || obj.base64) {',
      put: 'else if (false) {',
    },
  ],
};

/** Data mode's loaders alone: no framework mode, whose links prefetch, no actions, `<Form>` or fetchers, no instrumentation. */
const ROUTER: Trimmed = {
  module: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]router\.js$/,
  cuts: [
    {
      what: 'instrumentation of routes',
      found: `if (init.instrumentations) {
		let instrumentations = init.instrumentations;
		mapRouteProperties =`,
      put: `if (false) {
		let instrumentations = [];
		mapRouteProperties =`,
    },
    {
      what: 'instrumentation of the router',
      found: 'if (init.instrumentations) router = instrumentClientSideRouter',
      put: 'if (false) router = instrumentClientSideRouter',
    },
    {
      what: 'instrumentation of a navigation',
      found:
        'let instrumentationNavigateMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);',
      put: 'let instrumentationNavigateMetaReceiver;',
    },
    {
      what: 'fetchers: what a page asks for it asks the API for by itself',
      found: 'async function fetch(key, routeId, href, opts) {',
      put: `async function fetch(key, routeId, href, opts) {
		throw new Error("This build has no fetchers");`,
    },
    {
      what: 'instrumentation of a fetcher',
      found:
        'let instrumentationResultMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);',
      put: 'let instrumentationResultMetaReceiver;',
    },
    {
      what: 'actions: what a form sends goes to the API',
      found: 'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
      put: `else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {
			throw new Error("This build has no actions");`,
    },
  ],
};

const ROUTER_DOM: Trimmed = {
  module: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]lib\.js$/,
  cuts: [
    {
      what: "links that prefetch: framework mode's",
      found:
        'let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);',
      put: '',
    },
    { what: "prefetching's listeners", found: '...prefetchHandlers,', put: '' },
    {
      what: "prefetching's watch on the link",
      found: 'ref: mergeRefs(forwardedRef, prefetchRef),',
      put: 'ref: forwardedRef,',
    },
    {
      what: 'what is prefetched',
      found: 'return shouldPrefetch && !isAbsolute ?',
      put: 'return false ?',
    },
    {
      what: 'the script that framework mode restores the scroll position with',
      found: 'if (!remixContext || remixContext.isSpaMode) return null;',
      put: 'return null;',
    },
    {
      what: '`<Form>`, which a bundler keeps for its name',
      found: 'Form.displayName = "Form";',
      put: '',
    },
    {
      what: '`<Form>`, which a bundler keeps for how it is made',
      found: 'const Form = React$1.forwardRef(',
      put: 'const Form = /* @__PURE__ */ React$1.forwardRef(',
    },
    {
      what: '`<HistoryRouter>`, which a bundler keeps for its name',
      found: 'HistoryRouter.displayName = "unstable_HistoryRouter";',
      put: '',
    },
  ],
};

/** What components an error came from, in the short names that a production build gives them: told to nobody. */
const REACT_DOM: Trimmed = {
  module: /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/,
  cuts: [
    {
      what: 'stacks of components',
      found: `function getStackByFiberInDevAndProd(workInProgress) {
  try {
    var info = "",
      previous = null;
    do
      (info += describeFiber(workInProgress, previous)),
        (previous = workInProgress),
        (workInProgress = workInProgress.return);
    while (workInProgress);
    return info;
  } catch (x) {
    return "\\nError generating stack: " + x.message + "\\n" + x.stack;
  }
}`,
      put: 'function getStackByFiberInDevAndProd() { return ""; }',
    },
  ],
};

/** React has this hook itself since 18: Lingui asks for it by way of what stands in for older ones. */
const OWN_HOOK: Trimmed = {
  module: /[\\/]use-sync-external-store[\\/]shim[\\/]index\.js$/,
  cuts: [
    {
      what: 'a hook for a React before 18',
      found: "require('../cjs/use-sync-external-store-shim.production.js')",
      put: "require('react')",
    },
    {
      what: 'the same hook with its warnings',
      found: "require('../cjs/use-sync-external-store-shim.development.js')",
      put: "require('react')",
    },
  ],
};

export const UNUSED_PARTS: readonly Trimmed[] = [
  HLS,
  ENGINE_IO,
  ENGINE_IO_TRANSPORTS,
  SOCKET_IO_PARSER,
  ROUTER,
  ROUTER_DOM,
  REACT_DOM,
  OWN_HOOK,
];
