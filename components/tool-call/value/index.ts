export { argumentAt, inWords, textOf, valueAt } from "./argument-at";
export { ArgumentField, Field, Fields, ScalarValue } from "./field";
export { GrowingText } from "./growing-text";
export { TreeLegend, ValueTree } from "./value-tree";
