import type { MessageDescriptor } from '@lingui/core';

/** Returns the options of a filter: first the option for all values, then one for each name. */
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
