// The explorer in a page of its own, from the disk and without a network.
export {};
