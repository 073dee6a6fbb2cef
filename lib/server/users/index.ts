export { readApiKeys } from "./api-keys";
export { type Auth, type Authenticate, createAuthenticate } from "./authenticate";
export { asUser, currentUser } from "./current-user";
export { type Limits, readLimits } from "./limits";
export { createPassingKeys, readSigningKeys, toKeys } from "./secret";
export type { SigningKeys } from "./signing-keys";
export { NOBODY, type User, unauthenticated } from "./user";
export { createVisitorCookies, isVisitor, type VisitorCookies } from "./visitor-cookie";
