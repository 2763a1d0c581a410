// Operators of sets.
def add;
def sub;
def and;
def shl;
def trunc;
def rotl;
def rotr;
def decimate;
def interleave;
def sequence;
