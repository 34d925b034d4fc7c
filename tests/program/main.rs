//! Tests that run the program as a person would.

#![cfg(feature = "cli")]

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../common/mod.rs"]
mod common;

mod answers;
mod any_puzzle;
mod bad_input;
mod boards;
mod catalogue;
mod census;
mod checksums;
#[cfg(feature = "cluster")]
mod cluster;
mod depth;
mod designs;
mod difficulty;
mod directories;
mod estimates;
mod exports;
mod failures;
mod games;
mod golden;
mod gomoku;
mod interruption;
mod large_puzzles;
mod leaving;
mod letters;
mod levels;
mod literature;
mod manual;
mod memory;
mod multi;
mod notations;
mod packing;
#[cfg(all(feature = "print", feature = "serve"))]
mod packs;
mod pairs;
mod patched;
mod pipes;
mod plots;
#[cfg(feature = "print")]
mod print;
mod project;
mod proofs;
mod puzzles;
mod questions;
mod readme;
mod reports;
mod rows;
mod rush;
mod samples;
mod scoreboard;
mod scores;
mod solutions;
mod streams;
mod study;
mod surroundings;
mod tables;
mod tasks;
mod whole;
