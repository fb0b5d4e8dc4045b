/** Splits a H.264 byte stream (ITU-T H.264, annex B) into NAL units without start codes and trailing zeros. */
export function splitByteStream(data: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let start = nextStart(data, 0);
  while (start < data.length) {
    const next = data.indexOf(START_CODE, start);
    let end = next === -1 ? data.length : next;
    while (end > start && data[end - 1] === 0) end -= 1;
    if (end > start) nals.push(data.subarray(start, end));
    if (next === -1) break;
    start = next + START_CODE.length;
  }
  return nals;
}

const START_CODE = Buffer.from([0, 0, 1]);

const nextStart = (data: Buffer, from: number): number => {
  const at = data.indexOf(START_CODE, from);
  return at === -1 ? data.length : at + START_CODE.length;
};
