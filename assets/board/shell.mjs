// The shell of the page: notices, and the tab kept in the address. Nothing here reads a token.
export function attach(element) {}
