import type { MessageDescriptor } from '@lingui/core';

/** Returns a table of names as the options of a filter, after the one for all. */
export const optionsOf = <Value extends string>(
  names: Readonly<Record<Value, MessageDescriptor>>,
  nameOf: (name: MessageDescriptor) => string,
  all: string,
): { value: string; label: string }[] => [
  { value: '', label: all },
  ...Object.entries<MessageDescriptor>(names).map(([value, name]) => ({
    value,
    label: nameOf(name),
  })),
];
